const GROUPS =
  'robert:bob,rob,bobby,robbie william:bill,will,billy,willy michael:mike,mick,mikey ' +
  'elizabeth:liz,beth,lizzy,eliza,betty ' +
  'richard:rick,dick,rich,ricky james:jim,jimmy,jamie john:jack,johnny,jon joseph:joe,joey thomas:tom,tommy ' +
  'charles:charlie,chuck christopher:chris,topher daniel:dan,danny david:dave,davey edward:ed,eddie,ted,ned ' +
  'anthony:tony andrew:andy,drew matthew:matt stephen:steve,steven,stevie ' +
  'katherine:kate,kathy,katie,catherine,kathryn,cathy ' +
  'margaret:maggie,meg,peggy,marge jennifer:jen,jenny patricia:pat,patty,trish susan:sue,susie ' +
  'deborah:deb,debbie,debra ' +
  'rebecca:becky,becca samuel:sam,sammy benjamin:ben,benny nicholas:nick,nicky ' +
  'alexander:alex,sandy,aleksandr,alexandr,aleksander,alec gregory:greg ' +
  'timothy:tim,timmy kenneth:ken,kenny ronald:ron,ronnie donald:don,donnie lawrence:larry,laurence ' +
  'gerald:gerry,jerry ' +
  'frederick:fred,freddy jeffrey:jeff geoffrey:geoff peter:pete philip:phil,phillip raymond:ray ' +
  'walter:walt leonard:len,leo,lenny ' +
  'victoria:vicky,tori jessica:jess,jessie kimberly:kim theodore:theo barbara:barb,babs ' +
  'dorothy:dot,dottie virginia:ginny ' +
  'abigail:abby jacqueline:jackie jacob:jake joshua:josh zachary:zach,zack nathaniel:nate,nathan vincent:vince,vinny ' +
  'mohammed:mohamed,mohammad,muhammad,muhammed sergei:sergey dmitri:dmitry,dimitri yuri:yury sara:sarah ' +
  'nancy:nan helen:nell,nellie henry:harry,hank albert:al,bert,bertie arthur:art,artie harold:hal eugene:gene ' +
  'francis:frank,fran frances:fanny,frannie judith:judy cynthia:cindy pamela:pam sandra:sandy,sandi ' +
  'teresa:terry,tess,theresa ' +
  'christine:chris,christina,tina,chrissy valerie:val marjorie:marge gabriel:gabe maxwell:max ' +
  'maximilian:max isabella:bella,izzy ' +
  'eleanor:ellie,nora caroline:carrie,caro amanda:mandy melissa:mel,missy angela:angie ' +
  'stephanie:steph,steffi natalie:nat ' +
  'clifford:cliff bradley:brad douglas:doug russell:russ stanley:stan mitchell:mitch randall:randy terrence:terry'

/** Folded short form to the full one. */
export const FULL_FORM: ReadonlyMap<string, string> = new Map(
  GROUPS.split(' ').flatMap((group) => {
    const [full = '', short = ''] = group.split(':')
    return short.split(',').map((one): [string, string] => [one, full])
  }),
)
